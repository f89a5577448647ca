// What any program under Node pays that has its work done in a process of its own: it does nothing else.
if (process.send) process.send('ready');
else {
  const { fork } = require('node:child_process');
  const child = fork(__filename, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  child.on('message', () => child.kill());
}
