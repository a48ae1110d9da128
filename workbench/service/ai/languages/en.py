"""English. No sentence has a word that Britain and America spell in two ways."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Language, SheetPhrases, TopicWords, word_set

LANGUAGE = Language(
    code="EN",
    phrases=SheetPhrases(
        untitled="Untitled lesson",
        sheet_title="Planning sheet, made without AI.",
        sheet="There is nothing here but the words of the topic. Notes like this one say what is missing, and only "
        "authors see them. Put what learners are to read in place of each note, then delete the note. When none is "
        "left, the lesson can be shared.",
        given="What the topic says:",
        audience="For",
        level="Level",
        duration="Time",
        tone="Tone",
        reading_level="Reading level",
        words="Words (about)",
        questions="Questions",
        objectives_open="**Objectives.** Say in two to four points what learners can do after the lesson. Begin each "
        "one with a verb: name, explain, compare, choose, carry out.",
        parts_open="**Parts.** Divide the matter into three to five parts. Give each one a heading, and explain it in "
        "two or three sentences.",
        part_open="Explain this part in two or three sentences: what it is, how it works, and one mistake to avoid.",
        parts_more="**About the parts.** Add to each one how it is done, who is involved and what can go wrong.",
        terms_open="**Key terms.** Say in one sentence each what these words mean here:",
        example_open="**Example.** Describe a real case that the learners know:",
        example_steps=(
            "The situation: who is involved, where, and what has to be done.",
            "The steps: what is done, and in which order.",
            "The result: how to see that it worked.",
        ),
        question_open="**Question.** Ask about something that is often mistaken. Give three or four answers, and say "
        "of each why it is right or wrong.",
        summary_open="**Summary.** Name the points that learners should still know next week.",
        quiz_question="Which part is described here? {text}",
        quiz_right="Right. {part}: {text}",
        quiz_wrong="No. {part}: {text}",
    ),
    topic_words=TopicWords(
        joiners=word_set("and or nor as well as"),
        requests=r"(?:please\s+)?(?:(?:can|could) you\s+)?(?:create|make|write|generate|draft|build|prepare|give me|"
        r"i (?:want|need|would like))\s+(?:me\s+)?(?:an?\s+)?(?:\w+\s+)?(?:lesson|course|module|training|unit)\s+"
        r"(?:about|on|covering)\s+",
        field_words={
            "title": ("title", "topic", "subject", "lesson"),
            "description": ("description", "about", "summary", "overview", "details"),
            "audience": ("audience", "target audience", "target group", "for", "learners", "who"),
            "level": ("level", "difficulty", "grade"),
            "duration": ("duration", "time", "length"),
            "goals": ("goals", "goal", "objectives", "objective", "learning objectives", "outcomes"),
            "contents": ("contents", "content", "outline", "sections", "parts", "modules", "covers", "steps"),
            "terms": ("keywords", "key terms", "terms", "tags", "vocabulary"),
        },
    ),
)
