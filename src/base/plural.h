// SPDX-License-Identifier: MIT
//
// Words that go with a number in messages: "1 face is", "2 faces are".
#ifndef MQ_BASE_PLURAL_H
#define MQ_BASE_PLURAL_H

#define MQ_PLURAL(count, one, many) ((count) == 1 ? (one) : (many))

#endif
