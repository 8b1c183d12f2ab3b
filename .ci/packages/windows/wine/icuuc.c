/* Windows has this library since 10, Wine 10 has not. Qt asks it for the old text encodings alone, and takes "there are
   none" for an answer: then it knows the forms of Unicode and Latin-1. */
#define EXPORTED __declspec(dllexport)
#define UNSUPPORTED 16 /* U_UNSUPPORTED_ERROR */

EXPORTED void *ucnv_open(const char *name, int *error) { *error = UNSUPPORTED; return 0; }
EXPORTED const char *ucnv_getName(void *converter, int *error) { *error = UNSUPPORTED; return ""; }
EXPORTED const char *ucnv_getStandardName(const char *name, const char *standard, int *error) { *error = UNSUPPORTED; return 0; }
EXPORTED int ucnv_countAvailable(void) { return 0; }
EXPORTED const char *ucnv_getAvailableName(int number) { return 0; }

/* Called with an open converter alone, of which there is none. */
#define NEVER(name) EXPORTED void name(void) { __builtin_trap(); }
NEVER(ucnv_reset) NEVER(ucnv_getMaxCharSize) NEVER(ucnv_toUnicode) NEVER(ucnv_fromUnicode) NEVER(ucnv_toUCountPending)
NEVER(ucnv_fromUCountPending) NEVER(ucnv_getToUCallBack) NEVER(ucnv_getFromUCallBack) NEVER(ucnv_setToUCallBack)
NEVER(ucnv_setFromUCallBack) NEVER(ucnv_cbToUWriteUChars) NEVER(ucnv_cbFromUWriteUChars)
NEVER(UCNV_FROM_U_CALLBACK_SUBSTITUTE) NEVER(UCNV_TO_U_CALLBACK_SUBSTITUTE)
EXPORTED void ucnv_close(void *converter) {}
