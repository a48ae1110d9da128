"""The asset router (ours): pictures, recordings and files of an organization. Bytes use separate HTTP requests."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import AfterValidator, Field

from workbench.authoring.characters import Line
from workbench.authoring.shape import Count, InputModel, Instant, OutputModel, optional_field
from workbench.procedures.declare import OrganizationScope, read, write

MAX_ASSET_PAGE: Final = 1_000
MAX_ALTERNATIVE_TEXT: Final = 500
MAX_FILE_NAME: Final = 200
ASSETS_PATH: Final = "/api/assets"
"""Address for sending bytes (POST), and for reading them (GET), followed by `/` and the asset's id."""
STORE_FULL: Final = "storeFull"
"""The reason of a 503 that does not pass by itself: the store of pictures and files is full."""
ASSET_ID = "The asset."
ALTERNATIVE_TEXT = "A text alternative for people who can't see the picture; blocks take it as their first text."


def bare_file_name(name: str) -> str:
    """Return the name without any folders before it. Raises `ValueError` if nothing is left."""
    bare = name.replace("\\", "/").rpartition("/")[2].strip()
    if bare in ("", ".", ".."):
        raise ValueError("it is not a file name")
    return bare


FileName = Annotated[Line, AfterValidator(bare_file_name)]


class UploadInput(InputModel):
    """The metadata of an upload, in the address of `POST /api/assets`."""

    organization_id: str | None = optional_field("The organization; default: the last selected.", max_length=64)
    file_name: FileName = Field(max_length=MAX_FILE_NAME, description="Name of the file.")
    alternative_text: Line | None = optional_field(ALTERNATIVE_TEXT, max_length=MAX_ALTERNATIVE_TEXT)


class ListAssetsInput(OrganizationScope):
    """Filters for a list of assets."""

    limit: int | None = Field(
        default=None, ge=1, le=MAX_ASSET_PAGE, description="Assets a page, 1 to 1,000; default 100."
    )
    cursor: str | None = Field(default=None, max_length=200, description="The `nextCursor` of the previous page.")


class UpdateAssetInput(InputModel):
    """Other texts of an asset; blocks keep those that they have."""

    asset_id: str = Field(max_length=64, description=ASSET_ID)
    alternative_text: Line | None = optional_field(
        f"{ALTERNATIVE_TEXT} Default: as it is.", max_length=MAX_ALTERNATIVE_TEXT
    )
    file_name: FileName | None = optional_field("Name of the file; default: as it is.", max_length=MAX_FILE_NAME)


class DeleteAssetInput(InputModel):
    """The asset to delete."""

    asset_id: str = Field(max_length=64, description=ASSET_ID)


class AssetSummary(OutputModel):
    """An asset of an organization."""

    asset_id: str = Field(description=ASSET_ID)
    media_type: str = Field(description="Its type, found in its bytes, such as `image/png`.")
    size: Count = Field(description="Its bytes as they are stored.")
    content_digest: str = Field(description="SHA-256 of its bytes in hexadecimal.")
    width: Count | None = Field(default=None, description="A picture's width in pixels.")
    height: Count | None = Field(default=None, description="A picture's height in pixels.")
    file_name: str = Field(description="Name of the file.")
    alternative_text: str = Field(description=ALTERNATIVE_TEXT)
    added_by: str | None = Field(default=None, description="Name of the person who uploaded it.")
    created_at: Instant = Field(description="When it was uploaded first, ISO 8601, UTC.")


class AssetList(OutputModel):
    """A page of an organization's assets."""

    assets: list[AssetSummary] = Field(description="Assets, the newest first.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


class DeletedAsset(OutputModel):
    """The asset that was deleted."""

    asset_id: str = Field(description="The asset that was there.")


list_assets = read(
    "asset.listAssets",
    input=ListAssetsInput,
    output=AssetList,
    items="assets",
    about="The pictures, recordings and files of an organization, page by page.",
    source="ours",
)
update_asset = write(
    "asset.updateAsset",
    input=UpdateAssetInput,
    output=AssetSummary,
    about="Give an asset another alternative text or file name.",
    source="ours",
)
delete_asset = write(
    "asset.deleteAsset",
    input=DeleteAssetInput,
    output=DeletedAsset,
    about="Take an asset out of the organization; refused while a lesson shows it. Older revisions keep it.",
    source="ours",
)
