"""A service of this computer that has a model, for the tests of help with blocks."""

from tests.helping import helping as helping
from tests.helping import model as model
from tests.helping import shared_model as shared_model
from tests.helping import tides as tides
