#include "synthetic-state.h"
#include "section.h"
#include <map>
#include <mutex>

namespace {

std::mutex lock;
std::map<int, SyntheticState> states;
std::set<int> realised;
LONG version = 0;
int focus = 0;

/** Another version of the tree starts afresh. */
void keepUp() {
  if (version == section().treeVersion) return;
  version = section().treeVersion;
  states.clear(), realised.clear();
  focus = 0;
}

} // namespace

SyntheticState syntheticState(int number) {
  std::lock_guard hold(lock);
  keepUp();
  auto found = states.find(number);
  return found == states.end() ? SyntheticState() : found->second;
}

SyntheticState &lockState(int number) {
  lock.lock();
  keepUp();
  return states[number];
}

void unlockState(int number, PATTERNID pattern) {
  lock.unlock();
  Section &shared = section();
  shared.lastAction = pattern;
  shared.lastNode = number;
  InterlockedIncrement(&shared.actions);
}

int syntheticFocus() {
  std::lock_guard hold(lock);
  keepUp();
  return focus;
}

void focusSynthetic(int number) {
  std::lock_guard hold(lock);
  keepUp();
  focus = number;
}

bool isRealised(int number) {
  std::lock_guard hold(lock);
  keepUp();
  return realised.count(number) > 0;
}

void realise(int number) {
  std::lock_guard hold(lock);
  keepUp();
  realised.insert(number);
}
