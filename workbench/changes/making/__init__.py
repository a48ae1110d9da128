"""New lessons and courses in change sets, and lessons that go into the trash."""
