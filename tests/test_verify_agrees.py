"""Is the list by which the page in the browser is tested what `boltbox verify` finds today?"""

from tests.tampered import CHECKS, PATH, cases, text


def test_the_list_is_up_to_date() -> None:
    """C28: the web's own test holds `web/src/verify/` to the same list."""
    assert PATH.read_text("utf-8") == text(), "`python -m tests.tampered` writes it"


def test_every_check_finds_something_by_itself() -> None:
    """A list in which nothing is wrong would prove nothing."""
    listed = cases()
    found = [{check for check, _ in change.get("findings", ())} for change in listed["changes"]]
    assert listed["clean"]["findings"] == []
    assert {check for checks in found if len(checks) == 1 for check in checks} == set(CHECKS)
    assert sum("unread" in change for change in listed["changes"]) > 10
    assert all(change.get("findings") or "unread" in change for change in listed["bytes"])
