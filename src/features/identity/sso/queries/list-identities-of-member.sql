SELECT issuer, subject FROM sso_identities WHERE organization_id = :organization_id AND user_id = :user_id
