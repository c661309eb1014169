import { mount } from '#web/testing/mount.tsx';
import { CommentsPanel } from './comments-panel.tsx';

const user = {
  id: 'ada',
  subscriptionTier: 'pro',
  role: 'member',
  firstName: 'Ada',
  lastName: null,
  email: 'ada@example.com',
  profileImageUrl: null,
} as const;

mount(<CommentsPanel promptId="abcdefghijkl" count={2} user={user} surface="page" />);
