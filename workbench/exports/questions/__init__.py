"""Questions and cards: what learners answer, written as GIFT, Moodle XML, QTI 2.1 or an Anki deck."""
