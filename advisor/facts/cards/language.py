"""The languages that model cards name: codes of ISO 639, by their English names."""

MULTILINGUAL = "multilingual"
"""In place of a list where its makers say that it knows many, and no more."""
LANGUAGE_CODES = {
    "arabic": "ar", "bulgarian": "bg", "chinese": "zh", "croatian": "hr", "czech": "cs", "danish": "da", "dutch": "nl",
    "english": "en", "estonian": "et", "finnish": "fi", "french": "fr", "german": "de", "greek": "el", "hebrew": "he",
    "hindi": "hi", "hungarian": "hu", "indonesian": "id", "italian": "it", "japanese": "ja", "korean": "ko",
    "latvian": "lv", "lithuanian": "lt", "maltese": "mt", "norwegian": "no", "polish": "pl", "portuguese": "pt",
    "romanian": "ro", "russian": "ru", "slovak": "sk", "slovenian": "sl", "spanish": "es", "swedish": "sv",
    "turkish": "tr", "ukrainian": "uk", "vietnamese": "vi",
}  # fmt: skip
