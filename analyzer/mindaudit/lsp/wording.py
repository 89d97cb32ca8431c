"""The texts of the language server, in the language of the configuration."""

from __future__ import annotations

from dataclasses import dataclass

from mindaudit.config.site import nearest, rule_page
from mindaudit.errors import UsageError
from mindaudit.hazards.framework.wording import page
from mindaudit.model import Finding, Hazard
from mindaudit_data import in_chinese

_CHINESE = {
    "no counterpart": "没有对应 API",
    "Evidence": "依据",
    "Replace {name} by {code}": "把 {name} 改写为 {code}",
    "Accept {code} here": "在此处接受 {code}",
    "say why": "请说明原因",
    "Apply every sure substitution in this file": "应用本文件中所有确定的改写",
}


@dataclass(frozen=True, slots=True)
class Speech:
    """One language."""

    lang: str = "en"
    site: str = ""
    """Address of the documentation."""

    def say(self, english: str, **values: str) -> str:
        """One of the server's own texts, filled."""
        return (_CHINESE[english] if self.lang == "zh" else english).format_map(values)

    def note(self, english: str) -> str:
        """A reason, difference or other sentence of the analyzer."""
        return in_chinese(english) if self.lang == "zh" else english

    def page(self, code: str | None) -> str | None:
        """The address of a code's page; None where there is none."""
        return page_of(code, self.lang, self.site) if code else None

    def finding(self, finding: Finding) -> str:
        """What a diagnostic says of a finding."""
        return f"{finding.usage.torch_name}{'：' if self.lang == 'zh' else ': '}{self.note(finding.reason)}"

    def hazard(self, hazard: Hazard) -> str:
        """What a diagnostic says of a hazard, with what to do instead."""
        if self.lang == "zh" and hazard.message_zh:
            advice = hazard.mitigation.text_zh or hazard.mitigation.text if hazard.mitigation else ""
            return f"{hazard.message_zh}。{advice}"
        return f"{hazard.message}.{f' {hazard.mitigation.text}' if hazard.mitigation else ''}"


def page_of(code: str, lang: str, site: str) -> str | None:
    """The address of a code's page, in the copy of the site that is installed or else on the site; None where there is none."""
    try:
        page(code)
    except UsageError:
        return None
    return rule_page(nearest(site), code, lang) or None
