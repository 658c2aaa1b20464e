//! `phinum census` as JSON; its table is run with the documents.

use serde_json::Value;

use crate::{phinum, stdout};

#[test]
fn every_claim_is_an_object() {
    let claims: Value = serde_json::from_str(&stdout(&mut phinum(&["census", "--json"]))).unwrap();
    let claims = claims.as_array().unwrap();
    let keys =
        ["source", "place", "claim", "by", "published", "computed", "again", "agree", "erratum"];
    for claim in claims {
        assert_eq!(claim.as_object().unwrap().keys().collect::<Vec<_>>(), keys);
        let texts = ["source", "place", "claim", "by", "computed"];
        assert!(texts.iter().all(|key| claim[*key].is_string()), "{claim}");
        match &claim["erratum"] {
            Value::Null => assert_ne!(claim["agree"], false, "{claim}"),
            erratum => {
                assert_eq!(claim["agree"], false, "{claim}");
                assert_eq!(erratum["right"], claim["computed"], "{claim}");
                assert_ne!(claim["published"], claim["computed"], "{claim}");
            }
        }
    }
    let of = |text: &str| claims.iter().find(|claim| claim["claim"] == text).expect("a claim");
    let bit = of("the bit is right, pairs");
    assert_eq!((&bit["published"], &bit["computed"]), (&"68 of 91".into(), &"68 of 91".into()));
    let square = of("the digit rule on a square of 4096");
    assert_eq!((&square["published"], &square["agree"]), (&Value::Null, &true.into()));
    assert_eq!(square["again"], "16777216 of 16777216");
    let six = of("searching whole over parts, six heaps of 2..10");
    assert_eq!((&six["agree"], &six["again"]), (&Value::Null, &Value::Null));
}
