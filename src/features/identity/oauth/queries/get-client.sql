SELECT id, name, redirect_uris AS "redirectUris", fresh_until AS "freshUntil" FROM oauth_clients WHERE id = :id
