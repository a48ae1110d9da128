"""English."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Grammar, Language, LessonPhrases, word_set

LANGUAGE = Language(
    code="EN",
    quotes=("“", "”"),
    sentences=LessonPhrases(
        untitled="Untitled lesson",
        note_title="Outline, drafted without AI.",
        note="This page was laid out from the topic text alone; nothing was added to what that text says, and its "
        "words stand as they were written. Places marked ✎ are for an author to fill in. Delete this note when the "
        "lesson is ready.",
        about_heading="What it is about",
        about_open="✎ Say in two or three sentences what it is, who needs it and why.",
        deeper="✎ For each statement above, add how it is done, who is involved and what can go wrong.",
        audience="For",
        level="Level",
        duration="Time",
        objective_title="Say in your own words what this is about: {title}.",
        objective_terms="Explain what these words mean here: {terms}.",
        objective_parts="Name the parts and tell them apart: {parts}.",
        objective_statements=(
            "Explain in your own words: {quoted}",
            "Give an example of this: {quoted}",
            "Say why this matters: {quoted}",
        ),
        objective_example="Recognise an example in everyday life or work, and describe it.",
        objective_open="✎ Add one thing that learners can do afterwards and could not do before.",
        term_from_text="The topic text says: {quoted}",
        term_open="✎ Say what this means in one sentence that a beginner understands.",
        part_open="✎ Explain this part in two or three sentences: what it is, how it works, and one mistake to avoid.",
        example_case="✎ Choose a real case that fits the title: {title}.",
        example_case_for="✎ Choose a real case that these learners know: {audience}.",
        example_steps=(
            "**Situation:** who is involved, where, and what has to be done?",
            "**Steps:** what is done, and in which order?",
            "**Result:** how can you see that it worked?",
            "**Link:** which statement of this lesson does the case show?",
        ),
        quiz_gap="Which words complete this sentence of the topic text? {quoted}",
        quiz_part="Which part does the topic text describe in these words? {quoted}",
        quiz_right="Correct. The topic text says: {quoted}",
        quiz_wrong="Not quite. The topic text says: {quoted}",
        reflection_title="{title}: where have you met this, and what will you do differently after this lesson?",
        reflection_statements="Which of these points matters most in your own work or life, and why?",
        summary_title="This lesson is about: {title}.",
        summary_terms="Words to remember: {terms}.",
        summary_parts="The parts: {parts}.",
        summary_open="✎ Add the one thing that learners should still know next week.",
    ),
    grammar=Grammar(
        articles=word_set("the a an this these those all any each every their its his her our your some both such"),
        prepositions=word_set(
            "of in on at by for with from into onto through during between among under over about against across "
            "within without towards toward via per regarding concerning including upon around behind beside"
        ),
        joiners=word_set("and or nor as well as"),
        others=word_set(
            "to is are was were be been being am do does did done have has had having can could may might must shall "
            "should will would not no they them it he she we you i who whom whose which that what when where why how "
            "if then than so but because while although though also often usually rarely typically always never may "
            "there here more most less least very too only just even other others another same own one two three "
            "make makes made making take takes taking give gives use uses using used work works working ensure "
            "ensures ensuring provide provides providing perform performs etc according based depending related "
            "responsible able different various several many much few well up out off down after before until since"
        ),
        vague=word_set(
            "aspects topics positions entry stages impact efforts orders develop advise order addition accordance "
            "behalf basis terms case cases example examples charge kind kinds type types number variety range time "
            "times way ways part parts hand hands place places thing things purpose purposes form forms area areas "
            "field fields level levels means order use people person persons regard respect aim aims goal set lead "
            "need needs nature manner task tasks activity activities change changes usage end ends result results "
            "matter matters line sure lesson course topic text"
        ),
        such_as=("such as", "for example", "for instance", "e.g.", "including", "namely"),
        adverb_endings=("ly",),
        verb_endings=("ing",),
        participle_endings=("ed",),
        requests=r"(?:please\s+)?(?:(?:can|could) you\s+)?(?:create|make|write|generate|draft|build|prepare|give me|"
        r"i (?:want|need|would like))\s+(?:me\s+)?(?:an?\s+)?(?:\w+\s+)?(?:lesson|course|module|training|unit)\s+"
        r"(?:about|on|for|in|covering)\s+",
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
        terms_by="position",
    ),
)
