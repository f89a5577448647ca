"""What the apps of texts have in common: they write what is in their widgets as JSON whenever it changed."""
import json
import os
import sys


class State:
    def __init__(self, read):
        self.file, self.read, self.last = sys.argv[1], read, None

    def write(self):
        now = json.dumps(self.read())
        if now != self.last:
            with open(self.file + '.new', 'w', encoding='utf-8') as new:
                new.write(now)
            os.replace(self.file + '.new', self.file)
            self.last = now
        return True
