"""Builds wheels with maturin, tagged for every Linux of the same kind (manylinux or musllinux) where the machine allows it.

The backend of maturin tags wheels for this machine alone unless an option says otherwise.
"""

from maturin import build_sdist, get_requires_for_build_wheel, prepare_metadata_for_build_wheel
from maturin import build_editable, get_requires_for_build_editable, get_requires_for_build_sdist
from maturin import prepare_metadata_for_build_editable
from maturin import build_wheel as build_with, get_maturin_pep517_args

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds a wheel with a portable tag, or with the tag of this machine if its libraries are not portable."""
    arguments = get_maturin_pep517_args(config_settings)
    if "--compatibility" in arguments:
        return build_with(wheel_directory, config_settings, metadata_directory)
    portable = {"build-args": [*arguments, "--compatibility", "pypi"]}
    try:
        return build_with(wheel_directory, portable, metadata_directory)
    except SystemExit:
        return build_with(wheel_directory, config_settings, metadata_directory)
