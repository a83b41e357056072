"""How is a record checked from a terminal? Each check with its verdict, each finding with file and line."""

import click

from boltbox.cli.plain import harmless
from boltbox.cli.records import read_file

CHECKS = {
    "digest": "no byte was changed since it was written",
    "commitment": "the secret is the one of the commitment",
    "words": "the words of the players are those of their hashes",
    "draws": "all {draws} draws follow from the seed, by luck alone",
    "times": "no entry happened before the one above",
    "rules": "all {entries} entries, played again by the rules, give the same events",
    "end": "the game was played to its end",
}  # check -> what it says when nothing is wrong


@click.command("verify", short_help="Check a finished game in a file.")
@click.argument("file", type=click.Path(dir_okay=False))
@click.pass_context
def command(ctx: click.Context, file: str) -> None:
    """Check the record in FILE: its digest, its luck, its rules.

    Ends with 0 when nothing is wrong, with 1 when something is, with 2 when FILE can't be read.
    """
    from boltbox.table.verify import verify

    record = read_file(file)
    verdict = verify(record)
    wrong = {finding.check for finding in verdict.findings}
    unchecked = {"draws": verdict.draws, "rules": verdict.entries}
    for check, right in CHECKS.items():
        if check in wrong:
            click.echo(f"wrong  {check}")
        elif unchecked.get(check, 1):
            click.echo(f"right  {check}: {right.format(draws=verdict.draws, entries=verdict.entries)}")
    for finding in verdict.findings:
        click.echo(harmless(f"{file}:{finding.line}: {finding.check}: {finding.cause}"))
    for notice in verdict.notices:
        click.echo(f"note   {notice}")
    click.echo(f"The commitment is {harmless(record.luck.commitment)}: compare it with the one you saw")
    click.echo("when the table opened." if verdict.clean else "when the table opened. This record is wrong.")
    if not verdict.clean:
        ctx.exit(1)
