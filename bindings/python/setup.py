"""Builds the wheel: takes in libfastjson.so, and marks the wheel by platform.

The library is the file that FASTJSON_LIBRARY names, else build/libfastjson.so of the source tree. Without
one the wheel has none, and finds the library at run time (FASTJSON_LIBRARY).
"""

import os
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70
    from wheel.bdist_wheel import bdist_wheel

TREE = Path(__file__).resolve().parents[2]
LIBRARY = Path(os.environ.get("FASTJSON_LIBRARY") or TREE / "build" / "libfastjson.so")


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        package = Path(self.build_lib) / "fastjson"
        package.mkdir(parents=True, exist_ok=True)
        if LIBRARY.is_file():
            shutil.copyfile(LIBRARY, package / "libfastjson.so")


class PlatformDistribution(Distribution):
    def has_ext_modules(self):
        return LIBRARY.is_file()


class PlatformWheel(bdist_wheel):
    """Any Python 3 of this platform: the library is linked to none."""

    def get_tag(self):
        _, _, platform = super().get_tag()
        return "py3", "none", platform


setup(
    distclass=PlatformDistribution,
    cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel},
)
