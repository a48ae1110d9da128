"""`workbench asset delete`: take a picture, recording or file out of the organization."""

from __future__ import annotations

import argparse

from workbench.cli.output import add_yes_option, answer, confirm


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("asset", metavar="ASSET", help="id or file name of the asset")
    add_yes_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Ask, and delete it; refused while a lesson shows it."""
    from workbench.api.connect import connect
    from workbench.client.sanitize import shown

    with connect() as workbench:
        asset = workbench.assets.get(chosen.asset)
        name = shown(asset.file_name)
        confirm(chosen, f"{name} ({asset.media_type}, {asset.size:,} bytes) is deleted.", 1)
        workbench.assets.delete(asset.asset_id, yes=True)
    return answer(chosen, {"assetId": asset.asset_id, "fileName": asset.file_name}, f"{name} is deleted.")
