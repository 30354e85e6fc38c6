SELECT service, allow, reason, by, created_at AS "createdAt", until
FROM deploy_overrides
WHERE organization_id = :organization_id AND service = ANY (:services::text[]) AND until > :now
