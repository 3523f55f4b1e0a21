#include "environment.h"
napi_value binding_init_write(napi_env env, napi_value exports, environment *e)
{
    (void)env, (void)e;
    return exports;
}
