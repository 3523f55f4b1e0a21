/*
 * A sink's containers, for sinks that keep nothing of them: READER_SINK is defined before, as for
 * read/engine.h. With SINK_OBJECTS defined the sink has the events of objects itself.
 */
static inline int32_t sink_array_begin(READER_SINK *s)
{
    (void)s;
    return FJ_OK;
}

static inline int32_t sink_array_end(READER_SINK *s, size_t elements)
{
    (void)s, (void)elements;
    return FJ_OK;
}

#if !defined(SINK_OBJECTS)
static inline int32_t sink_object_begin(READER_SINK *s)
{
    (void)s;
    return FJ_OK;
}

static inline int32_t sink_object_end(READER_SINK *s, size_t members)
{
    (void)s, (void)members;
    return FJ_OK;
}
#endif
