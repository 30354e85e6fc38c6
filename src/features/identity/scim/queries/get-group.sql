SELECT id, display_name AS "displayName", external_id AS "externalId", created_at AS "createdAt", changed_at AS "changedAt"
FROM scim_groups
WHERE organization_id = :organization_id AND id = :id
