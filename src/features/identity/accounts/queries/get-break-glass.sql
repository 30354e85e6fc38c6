-- Who may sign in by password where nobody else may.
SELECT break_glass_user_id AS "userId" FROM sso_connections
WHERE organization_id = :organization_id AND enabled AND require_sso
