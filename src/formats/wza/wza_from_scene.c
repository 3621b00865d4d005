#include "formats/wza/wza_priv.h"
maq_status mq_wza_from_scene(const maq_scene *scene, const mq_settings *settings, maq_document *out) { (void)scene; (void)settings; (void)out; return MAQ_UNSUPPORTED; }
