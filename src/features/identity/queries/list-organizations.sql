SELECT id, slug, name, plan, ip_allowlist AS "ipAllowlist", created_at AS "createdAt"
FROM organizations
ORDER BY slug
LIMIT :limit
