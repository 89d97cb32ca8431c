"""What `mindaudit mapping list|diff|fetch` do, as functions.

- `listing.entries(target, names)` and `listing.differences(old, new)` give what to print for `list` and `diff`.
- `fetch.fetch(version)` downloads an official table, checks it and keeps it apart; its result says what it would add.
  `fetch.accept(version)` makes it count from then on.
- `mindaudit.config.folders.accepted()` lists the files that count; `mindaudit_data.load` takes them.

Whatever goes wrong is a MindauditError whose message is ready to be shown; a table that was there before stays as it was.
"""
