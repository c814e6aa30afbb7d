// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How a session that was begun before goes on.
#include "session/resume_plan.h"

#include "base/file.h"
#include "session/deployment.h"

#include <QDateTime>

#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace metainfer::workbench {
namespace {

namespace fs = std::filesystem;

fs::path plainFolder(const session::SessionContent& content) {
    const fs::path folder = content.folder.lexically_normal();
    return folder.has_filename() ? folder : folder.parent_path(); // "s1/"
}

/// The file is there and was not written since the session began.
bool isAsItWas(const fs::path& file, const session::SessionContent& content) {
    struct stat facts = {};
    if (::stat(file.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode))
        return false;
    const auto began =
        QDateTime::fromString(QString::fromStdString(content.info.createdAt), Qt::ISODate);
    return began.isValid() && facts.st_mtim.tv_sec <= began.toSecsSinceEpoch();
}

struct Kept {
    fs::path file;
    std::string yaml;
};

/// Written as it was asked, but for the model: a path in it is relative to a file that may be
/// elsewhere.
Result<Kept> keptDeployment(const session::SessionContent& content) {
    const fs::path folder = plainFolder(content);
    MI_ASSIGN(auto deployment,
              session::parseDeployment(content.info.deploymentYaml, folder / "x.yaml"));
    deployment.model = content.info.modelPath;
    Kept kept{folder.string() + ".yaml", deployment.toYaml()};
    if (const auto present = readTextFile(kept.file); present && *present != kept.yaml)
        kept.file = folder.string() + ".resume.yaml";
    return kept;
}

} // namespace

engine::AdaptRequest resumePlan(const session::SessionContent& content,
                                const engine::AdaptRequest& asked) {
    engine::AdaptRequest plan = asked;
    plan.out = plainFolder(content);
    plan.resume = true;
    if (!asked.deployment.empty() && isAsItWas(asked.deployment, content))
        return plan;
    plan.hardware.clear(); // stands in the file
    const auto kept = keptDeployment(content);
    plan.deployment = kept ? kept->file : fs::path(plan.out.string() + ".yaml");
    return plan;
}

Status writeForResume(const session::SessionContent& content, const engine::AdaptRequest& plan) {
    MI_ASSIGN(const Kept kept, keptDeployment(content));
    if (plan.deployment != kept.file)
        return {};
    const auto present = readTextFile(kept.file);
    return present && *present == kept.yaml ? Status{} : writeFileAtomically(kept.file, kept.yaml);
}

bool isBeingWritten(const fs::path& folder) {
    // Looked at without leaving a file behind in a folder that may be anybody's.
    const int lock = ::open((folder / ".lock").c_str(), O_RDONLY | O_CLOEXEC);
    if (lock < 0)
        return false;
    const bool taken = ::flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(lock);
    return taken;
}

} // namespace metainfer::workbench
