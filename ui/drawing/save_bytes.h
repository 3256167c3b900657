// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace hopscope {

/// Writes a whole file aside and puts it in place: a failure leaves an older file untouched.
/// `what` begins the sentence: "The report". False and the sentence on failure.
bool saveBytes(const QString& file, const QByteArray& content, const QString& what, QString* error);

/// The sentence for a picture's name with an ending that is none of png, svg and pdf. Always false.
bool refuseEnding(const QString& file, QString* error);

}  // namespace hopscope
