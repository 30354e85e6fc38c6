UPDATE sso_pending SET content = :content WHERE hash = :hash AND purpose = :purpose
RETURNING hash
