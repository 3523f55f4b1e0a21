/*
 * CPython's functions: the table of what the library calls in the interpreter that loaded it.
 *
 * libfastjson.so is not linked to Python and uses no header of it. The names below are documented
 * public C API, found in the running process with dlsym; all are part of the stable ABI but for the
 * two that are marked, which may be absent. The table is filled once for each interpreter and read
 * only after.
 */
#ifndef FASTJSON_HOSTS_CPYTHON_API_H
#define FASTJSON_HOSTS_CPYTHON_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef ptrdiff_t py_size;

/* An object, of which only the head is ever looked at, and that only where cpython_layout.h proved
 * it. */
typedef struct py_object {
    int64_t references;
    struct py_object *type;
} py_object;

/* Py_buffer, whose fields are public. */
typedef struct py_buffer {
    void *data;
    py_object *owner;
    py_size length;
    py_size item_size;
    int read_only;
    int dimensions;
    char *format;
    py_size *shape;
    py_size *strides;
    py_size *suboffsets;
    void *internal;
} py_buffer;

/* PyMethodDef and PyModuleDef, which every extension module defines. */
typedef py_object *(*py_function)(py_object *self, py_object *const *arguments, py_size count,
                                  py_object *names);

typedef struct py_method {
    const char *name;
    py_function function;
    int flags;
    const char *documentation;
} py_method;

typedef struct py_module_definition {
    py_object head;
    void *base[3];
    const char *name;
    const char *documentation;
    py_size state_size;
    py_method *methods;
    void *slots;
    int (*traverse)(py_object *module, int (*visit)(py_object *, void *), void *context);
    int (*clear)(py_object *module);
    void (*release)(void *module);
} py_module_definition;

#define PY_METHOD_KEYWORDS 0x0002
#define PY_METHOD_NONE 0x0004 /* no argument */
#define PY_METHOD_ONE 0x0008  /* one argument, in place of the array */
#define PY_METHOD_FASTCALL 0x0080
#define PY_MODULE_API_VERSION 1013

/* PyGetSetDef, PyType_Slot, and PyType_Spec: a type that is made when the program runs. */
typedef py_object *(*py_getter)(py_object *self, void *closure);

typedef struct py_attribute {
    const char *name;
    py_getter get;
    void *set;
    const char *documentation;
    void *closure;
} py_attribute;

typedef void (*py_any_function)(void);
typedef int (*py_visit)(py_object *object, void *context);

typedef struct py_type_slot {
    int slot; /* PY_SLOT_... */
    union {
        const void *data;
        py_any_function function;
    } as;
} py_type_slot;

typedef struct py_type_spec {
    const char *name;
    int size; /* of an instance, its head included */
    int item_size;
    unsigned flags;
    const py_type_slot *slots;
} py_type_spec;

#define PY_SLOT_CLEAR 51
#define PY_SLOT_DEALLOCATE 52
#define PY_SLOT_DOCUMENTATION 56
#define PY_SLOT_ITER 62
#define PY_SLOT_NEXT 63
#define PY_SLOT_METHODS 64
#define PY_SLOT_NEW 65
#define PY_SLOT_TRAVERSE 71
#define PY_SLOT_ATTRIBUTES 73

#define PY_TYPE_DEFAULT (1u << 18)
#define PY_TYPE_GC (1u << 14)

/* X(result, name, arguments) */
#define CPYTHON_FUNCTIONS(X)                                                             \
    X(void, Py_IncRef, (py_object *))                                                    \
    X(void, Py_DecRef, (py_object *))                                                    \
    X(py_object *, PyObject_Type, (py_object *))                                         \
    X(int, PyType_IsSubtype, (py_object *, py_object *))                                 \
    X(int64_t, PyObject_Hash, (py_object *))                                             \
    X(int, PyObject_IsTrue, (py_object *))                                               \
    X(py_object *, PyObject_GetAttrString, (py_object *, const char *))                  \
    X(int, PyObject_SetAttrString, (py_object *, const char *, py_object *))             \
    X(py_object *, PyObject_CallFunctionObjArgs, (py_object *, ...))                     \
    X(py_object *, PyObject_CallFunction, (py_object *, const char *, ...))              \
    X(int, PyObject_GetBuffer, (py_object *, py_buffer *, int))                          \
    X(void, PyBuffer_Release, (py_buffer *))                                             \
    X(py_object *, PyBool_FromLong, (long))                                              \
    X(py_object *, PyFloat_FromDouble, (double))                                         \
    X(double, PyFloat_AsDouble, (py_object *))                                           \
    X(py_object *, PyLong_FromLongLong, (long long))                                     \
    X(py_object *, PyLong_FromUnsignedLongLong, (unsigned long long))                    \
    X(py_object *, PyLong_FromString, (const char *, char **, int))                      \
    X(long long, PyLong_AsLongLongAndOverflow, (py_object *, int *))                     \
    X(unsigned long long, PyLong_AsUnsignedLongLong, (py_object *))                      \
    X(py_object *, PyNumber_ToBase, (py_object *, int))                                  \
    X(py_object *, PyNumber_Long, (py_object *))                                         \
    X(py_object *, PyBytes_FromStringAndSize, (const char *, py_size))                   \
    X(int, PyBytes_AsStringAndSize, (py_object *, char **, py_size *))                   \
    X(py_object *, PyUnicode_FromStringAndSize, (const char *, py_size))                 \
    X(py_object *, PyUnicode_DecodeUTF8, (const char *, py_size, const char *))          \
    X(py_object *, PyUnicode_AsUTF8String, (py_object *))                                \
    X(py_object *, PyUnicode_AsEncodedString, (py_object *, const char *, const char *)) \
    X(py_size, PyUnicode_GetLength, (py_object *))                                       \
    X(uint32_t *, PyUnicode_AsUCS4Copy, (py_object *))                                   \
    X(int, PyUnicode_CompareWithASCIIString, (py_object *, const char *))                \
    X(py_object *, PyUnicode_InternFromString, (const char *))                           \
    X(py_object *, PyList_New, (py_size))                                                \
    X(py_size, PyList_Size, (py_object *))                                               \
    X(py_object *, PyList_GetItem, (py_object *, py_size))                               \
    X(int, PyList_SetItem, (py_object *, py_size, py_object *))                          \
    X(int, PyList_Append, (py_object *, py_object *))                                    \
    X(py_object *, PyTuple_New, (py_size))                                               \
    X(py_size, PyTuple_Size, (py_object *))                                              \
    X(py_object *, PyTuple_GetItem, (py_object *, py_size))                              \
    X(int, PyTuple_SetItem, (py_object *, py_size, py_object *))                         \
    X(py_object *, PyDict_New, (void))                                                   \
    X(py_object *, PyDict_Copy, (py_object *))                                           \
    X(py_size, PyDict_Size, (py_object *))                                               \
    X(int, PyDict_Next, (py_object *, py_size *, py_object **, py_object **))            \
    X(int, PyDict_SetItem, (py_object *, py_object *, py_object *))                      \
    X(int, PyDict_SetItemString, (py_object *, const char *, py_object *))               \
    X(int, PyDict_DelItemString, (py_object *, const char *))                            \
    X(py_object *, PyDict_GetItemString, (py_object *, const char *))                    \
    X(py_object *, PyMapping_Items, (py_object *))                                       \
    X(py_object *, PySequence_Tuple, (py_object *))                                      \
    X(py_object *, PyErr_Occurred, (void))                                               \
    X(void, PyErr_Clear, (void))                                                         \
    X(void, PyErr_SetObject, (py_object *, py_object *))                                 \
    X(void, PyErr_SetString, (py_object *, const char *))                                \
    X(py_object *, PyErr_Format, (py_object *, const char *, ...))                       \
    X(py_object *, PyErr_NoMemory, (void))                                               \
    X(void, PyErr_Fetch, (py_object **, py_object **, py_object **))                     \
    X(void, PyErr_Restore, (py_object *, py_object *, py_object *))                      \
    X(py_object *, PyNumber_Add, (py_object *, py_object *))                             \
    X(int, PyErr_ExceptionMatches, (py_object *))                                        \
    X(void, PyMem_Free, (void *))                                                        \
    X(py_object *, PyEval_GetBuiltins, (void))                                           \
    X(py_object *, PySys_GetObject, (const char *))                                      \
    X(int, PyGILState_Ensure, (void))                                                    \
    X(void *, PyEval_SaveThread, (void))                                                 \
    X(void, PyEval_RestoreThread, (void *))                                              \
    X(void, PyGILState_Release, (int))                                                   \
    X(py_object *, PyModule_Create2, (py_module_definition *, int))                      \
    X(const char *, Py_GetVersion, (void))                                               \
    X(void *, PyModule_GetState, (py_object *))                                          \
    X(py_object *, PyCFunction_NewEx, (const py_method *, py_object *, py_object *))     \
    X(py_object *, PyType_FromModuleAndSpec, (py_object *, py_type_spec *, py_object *)) \
    X(void *, PyType_GetModuleState, (py_object *))                                      \
    X(py_object *, PyType_GenericAlloc, (py_object *, py_size))                          \
    X(void, PyObject_GC_UnTrack, (void *))                                               \
    X(void, PyObject_GC_Del, (void *))                                                   \
    X(py_object *, PyObject_GetIter, (py_object *))                                      \
    X(py_object *, PyIter_Next, (py_object *))

/* Of a type that PyType_FromModuleAndSpec made: the module's state. For where there is nothing to
 * begin with but the type. */
void *cpython_api_type_state(py_object *type);

/* Public, but not in the stable ABI: absent is NULL, and the general way is taken. */
#define CPYTHON_OPTIONAL(X) X(py_object *, PyUnicode_New, (py_size, uint32_t))

#define CPYTHON_TYPES(X) \
    X(PyUnicode_Type)    \
    X(PyLong_Type)       \
    X(PyFloat_Type)      \
    X(PyBool_Type)       \
    X(PyList_Type)       \
    X(PyTuple_Type)      \
    X(PyDict_Type)       \
    X(PyBytes_Type)      \
    X(PyByteArray_Type)  \
    X(PyMemoryView_Type) \
    X(PyType_Type)

#define CPYTHON_EXCEPTIONS(X)    \
    X(PyExc_TypeError)           \
    X(PyExc_ValueError)          \
    X(PyExc_OverflowError)       \
    X(PyExc_UnicodeEncodeError)  \
    X(PyExc_NotImplementedError) \
    X(PyExc_SystemError)

typedef struct cpython_api {
#define CPYTHON_FIELD(result, name, arguments) result(*name) arguments;
    CPYTHON_FUNCTIONS(CPYTHON_FIELD)
    CPYTHON_OPTIONAL(CPYTHON_FIELD)
#undef CPYTHON_FIELD
#define CPYTHON_FIELD(name) py_object *name;
    CPYTHON_TYPES(CPYTHON_FIELD)
    CPYTHON_EXCEPTIONS(CPYTHON_FIELD)
#undef CPYTHON_FIELD
} cpython_api;

/* Fills the table. Gives the name of the first function that is missing, or NULL. Needs no GIL. */
const char *cpython_api_find(cpython_api *api);

#endif
