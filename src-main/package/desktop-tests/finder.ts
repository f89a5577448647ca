import { parseSelector } from '#contract/model/elements/selector';
import type { Link } from '../../engine/selectors/locate.ts';
import type * as exported from '../scripting-types.ts';

/** What begins a locator, or carries one on. */
export abstract class Finder<L extends exported.Locator> implements exported.Findable {
  protected abstract link(link: Link): L;

  getByRole(role: string, options: exported.RoleOptions = {}): L {
    return this.link({ by: 'role', role, ...options });
  }

  getByText(text: exported.Text, options: { readonly exact?: boolean } = {}): L {
    return this.link({ by: 'text', text, ...options });
  }

  getByLabel(text: exported.Text, options: { readonly exact?: boolean } = {}): L {
    return this.link({ by: 'label', text, ...options });
  }

  getByDescription(text: exported.Text, options: { readonly exact?: boolean } = {}): L {
    return this.link({ by: 'description', text, ...options });
  }

  getById(id: string): L {
    return this.link({ by: 'id', id });
  }

  /** @throws AppError `invalid_parameter` with the place in the selector that cannot be read */
  locator(selector: string): L {
    return this.link({ by: 'selector', selector: parseSelector(selector), text: selector });
  }
}
