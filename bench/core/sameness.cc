// See sameness.h.
#include "sameness.h"

#include <cmath>
#include <cstring>

#include <fastjson/fastjson.h>

namespace bench
{
namespace
{

class parsed
{
  public:
    explicit parsed(std::string_view text)
    {
        fj_parse(text.data(), text.size(), nullptr, &document, nullptr);
    }
    parsed(const parsed &) = delete;
    parsed &operator=(const parsed &) = delete;
    ~parsed()
    {
        fj_document_free(document);
    }
    const fj_value *root() const
    {
        return document == nullptr ? nullptr : fj_document_root(document);
    }
    size_t length() const
    {
        return document == nullptr ? 0 : fj_document_length(document);
    }

  private:
    fj_document *document = nullptr;
};

bool is_number(const fj_value &value)
{
    const int32_t kind = fj_value_kind(&value);
    return kind >= FJ_INT64 && kind <= FJ_DECIMAL;
}

bool near(const fj_value &a, const fj_value &b)
{
    double x = 0;
    double y = 0;
    return is_number(a) && is_number(b) && fj_value_double(&a, &x) == FJ_OK &&
           fj_value_double(&b, &y) == FJ_OK && std::fabs(x - y) <= 1e-14 * std::fabs(x);
}

bool same_text(const fj_value &a, const fj_value &b)
{
    const char *x = nullptr;
    const char *y = nullptr;
    size_t m = 0;
    size_t n = 0;
    return fj_value_text(&a, &x, &m) == FJ_OK && fj_value_text(&b, &y, &n) == FJ_OK && m == n &&
           std::memcmp(x, y, n) == 0;
}

// All values of a document lie one after the other, so two documents in the same order are compared
// without any descent.
bool near_in_order(const fj_value *a, const fj_value *b, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const int32_t kind = fj_value_kind(&a[i]);
        if (near(a[i], b[i])) {
            continue;
        }
        if (kind != fj_value_kind(&b[i]) || fj_value_length(&a[i]) != fj_value_length(&b[i]) ||
            (kind == FJ_STRING && !same_text(a[i], b[i])) || is_number(a[i])) {
            return false;
        }
    }
    return true;
}

} // namespace

sameness compare(const std::string &made, std::string_view text, const std::string &pointer)
{
    const parsed wanted(text);
    const parsed found(made);
    const fj_value *value = wanted.root();
    if (!pointer.empty() &&
        fj_value_pointer(wanted.root(), pointer.data(), pointer.size(), &value, nullptr) != FJ_OK) {
        return sameness::different;
    }
    int32_t equal = 0;
    if (value == nullptr || found.root() == nullptr) {
        return sameness::different;
    }
    if (fj_value_equal(value, found.root(), &equal) == FJ_OK && equal == 1) {
        return sameness::same;
    }
    if (pointer.empty() && wanted.length() == found.length() &&
        near_in_order(value, found.root(), found.length())) {
        return sameness::inexact;
    }
    return !pointer.empty() && near(*value, *found.root()) ? sameness::inexact
                                                           : sameness::different;
}

} // namespace bench
