export { createPermissionsStore } from './store.ts';
export { PermissionPage } from './question.tsx';
