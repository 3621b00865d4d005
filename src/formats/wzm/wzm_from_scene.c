#include "formats/wzm/wzm_priv.h"
maq_status mq_wzm_from_scene(const maq_scene *scene, const mq_settings *settings, maq_document *out) { (void)scene; (void)settings; (void)out; return MAQ_UNSUPPORTED; }
