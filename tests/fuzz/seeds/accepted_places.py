# mindaudit: ignore-file[MA305] a script, never compiled
import torch

rows = torch.nonzero(mask)  # mindaudit: ignore[MA202] runs on the host
rows = torch.nonzero(mask)  # mindaudit: ignore[MA202, MA104] two codes
rows = torch.nonzero(mask)  # mindaudit: ignore
rows = torch.nonzero(mask)  # mindaudit: ignore[]
rows = torch.nonzero(mask)  # mindaudit: ignore[MA2xx]
rows = torch.nonzero(mask)  # mindaudit:ignore[custom-op] words
# mindaudit: ignore-start[MA3xx] rewritten by hand later
if rows.sum() > 0:
    # mindaudit: ignore-start[MA202] nested
    rows = torch.nonzero(
        mask  # mindaudit: ignore[MA202] inside the brackets
    )
    # mindaudit: ignore-end
# mindaudit: ignore-end
# mindaudit: ignore-end
text = "# mindaudit: ignore[MA202] in a string"
# mindaudit: ignore[MA202] alone on its line
rows = mask.nonzero()
# mindaudit: ignore-start[MA202] never ended
rows = x.unique()
# This file was rewritten by mindaudit; remove this line to rewrite it again.
