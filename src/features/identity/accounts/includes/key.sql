-- The key and its organization, as one value: every further column costs its description on the wire at every request.
json_build_object('id', key.id, 'name', key.name, 'scopes', key.scopes, 'connector_id', key.connector_id, 'ask', key.ask,
  'propose_only', key.propose_only, 'made_by', key.made_by,
  'maker_role', (SELECT maker.role FROM members AS maker
    WHERE maker.organization_id = key.organization_id AND maker.user_id = key.made_by AND maker.accepted_at IS NOT NULL),
  'last_used_at', key.last_used_at, 'expires_at', key.expires_at,
  'limits', CASE WHEN num_nonnulls(key.kinds, key.verbs, key.services, key.team_id, key.addresses) > 0 THEN
    json_build_object('kinds', key.kinds, 'verbs', key.verbs, 'services', key.services, 'team_id', key.team_id,
      'addresses', key.addresses) END,
  'organization', json_build_object('id', organization.id, 'slug', organization.slug,
    'name', organization.name, 'plan', organization.plan, 'ipAllowlist', organization.ip_allowlist, 'hasTests', organization.has_tests, 'hasPolicies', organization.has_policies,
    'suspension',
    -- @include suspension
    , 'quotas',
    -- @include quotas
    ))::text
