SELECT service, allow, reason, by, created_at AS "createdAt", until
FROM deploy_overrides
WHERE organization_id = $1 AND service = ANY ($2::text[]) AND until > $3
