-- By id or slug: ids hold an underscore and slugs never do, so no two organizations meet here.
SELECT id, slug, name, plan, ip_allowlist AS "ipAllowlist", created_at AS "createdAt"
FROM organizations
WHERE id = :id_or_slug OR slug = :id_or_slug
