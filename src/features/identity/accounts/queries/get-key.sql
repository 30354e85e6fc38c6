SELECT id, name, scopes, connector_id AS "connectorId", prefix, created_by AS "createdBy", created_at AS "createdAt",
  expires_at AS "expiresAt", last_used_at AS "lastUsedAt", last_used_address AS "lastUsedAddress",
  kinds, verbs, services, team_id AS "teamId", addresses, ask,
  propose_only AS "proposeOnly", made_by AS "madeBy"
FROM api_keys
WHERE organization_id = :organization_id AND id = :id AND revoked_at IS NULL
