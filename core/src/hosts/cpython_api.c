/* CPython's functions, looked up by name in the running process; see cpython_api.h. */
#include "hosts/cpython_api.h"

#include <dlfcn.h>
#include <string.h>

/* ISO C has no conversion between object and function pointers; POSIX promises that they agree. */
static bool api_symbol(const char *name, void *place)
{
    void *const symbol = dlsym(RTLD_DEFAULT, name);
    memcpy(place, &symbol, sizeof symbol);
    return symbol != NULL;
}

const char *cpython_api_find(cpython_api *api)
{
#define CPYTHON_FIND(result, name, arguments) \
    if (!api_symbol(#name, &api->name)) {     \
        return #name;                         \
    }
    CPYTHON_FUNCTIONS(CPYTHON_FIND)
#undef CPYTHON_FIND
#define CPYTHON_FIND(result, name, arguments) (void)api_symbol(#name, &api->name);
    CPYTHON_OPTIONAL(CPYTHON_FIND)
#undef CPYTHON_FIND
#define CPYTHON_FIND(name)                \
    if (!api_symbol(#name, &api->name)) { \
        return #name;                     \
    }
    CPYTHON_TYPES(CPYTHON_FIND)
#undef CPYTHON_FIND
    /* An exception's symbol is a variable that holds the class. */
#define CPYTHON_FIND(name)                \
    if (!api_symbol(#name, &api->name)) { \
        return #name;                     \
    }                                     \
    memcpy(&api->name, api->name, sizeof(void *));
    CPYTHON_EXCEPTIONS(CPYTHON_FIND)
#undef CPYTHON_FIND
    return NULL;
}

void *cpython_api_type_state(py_object *type)
{
    void *(*state)(py_object *);
    return api_symbol("PyType_GetModuleState", &state) ? state(type) : NULL;
}
