#pragma once

/** Starts the thread that listens to the system and calls the handlers, once. */
void startEventThread();
