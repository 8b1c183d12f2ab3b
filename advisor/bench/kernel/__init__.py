"""What numpy cannot measure of a processor, with a small kernel in C (resources/native) driven by our own threads."""
