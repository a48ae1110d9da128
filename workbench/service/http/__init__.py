"""HTTP: requests are read, admitted and dispatched to handlers; answers are written."""
