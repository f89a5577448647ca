import { expect, it } from 'vitest';
import { translateError, ComFailure } from './errors.ts';

// Errors that apps report through UI Automation, named as in winerror.h, corerror.h and rpcdce.h.
it.each([
  ['E_FAIL', 0x80004005, 'accessibility_unavailable'],
  ['UIA_E_ELEMENTNOTAVAILABLE', 0x80040201, 'element_stale'],
  ['CO_E_OBJNOTCONNECTED', 0x800401fd, 'element_stale'],
  ['RPC_E_SERVER_DIED', 0x80010007, 'element_stale'],
  ['RPC_E_SERVERCALL_RETRYLATER', 0x8001010a, 'target_not_responding'],
  ['HRESULT_FROM_WIN32(ERROR_TIMEOUT)', 0x800705b4, 'target_not_responding'],
  ['COR_E_ARGUMENTOUTOFRANGE', 0x80131502, 'invalid_parameter'],
  ['COR_E_NOTSUPPORTED', 0x80131515, 'pattern_not_supported'],
])('translates %s', (_, result, code) => {
  expect(translateError(new ComFailure('A method', result | 0))).toMatchObject({ code });
});
