/* Version: what a program asks before anything else. */
#include "fastjson/fastjson.h"
#include "scan/kernel.h"

uint32_t fj_abi_version(void)
{
    return FJ_ABI_VERSION;
}

const char *fj_version(void)
{
    return "1.0.0";
}

const char *fj_kernel_name(void)
{
    return kernel_in_use->name;
}
