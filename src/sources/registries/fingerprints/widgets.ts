// Technologies: consent, security, sign-in, comments, video, maps, search, payments and other widgets.

/** Rows in the format of `rows.ts`. */
export const WIDGETS = String.raw`
OneTrust | 67 | www.onetrust.com | host=cdn.cookielaw.org | script=optanon\.blob\.core | cookie=^OptanonConsent$
| dom=#onetrust-consent-sdk
Cookiebot | 67 | www.cookiebot.com | host=consent.cookiebot.com | host=consent.cookiebot.eu
Usercentrics | 67 | usercentrics.com | host=app.usercentrics.eu | host=web.cmp.usercentrics.eu | script=usercentrics\.eu
CookieYes | 67 | www.cookieyes.com | host=cdn-cookieyes.com
TrustArc | 67 | trustarc.com | host=consent.trustarc.com | host=consent.truste.com
Didomi | 67 | www.didomi.io | host=sdk.privacy-center.org
Quantcast Choice | 67 | www.quantcast.com | host=quantcast.mgr.consensu.org | host=cmp.quantcast.com | host=cmp.inmobi.com
Sourcepoint | 67 | sourcepoint.com | host=cdn.privacy-mgmt.com | script=/wrapperMessagingWithoutDetection\.js
| host=sourcepoint.mgr.consensu.org
Osano | 67 | www.osano.com | host=cmp.osano.com | library=cookieconsent
Termly | 67 | termly.io | host=app.termly.io
Iubenda | 67 | www.iubenda.com | host=cdn.iubenda.com | host=cs.iubenda.com
CookieFirst | 67 | cookiefirst.com | host=consent.cookiefirst.com
Cookie Script | 67 | cookie-script.com | host=cdn.cookie-script.com
CookieHub | 67 | www.cookiehub.com | host=cookiehub.net | host=cdn.cookiehub.eu
Axeptio | 67 | www.axept.io | host=static.axept.io
Tarteaucitron | 67 | tarteaucitron.io | library=tarteaucitron | inline=tarteaucitron\.init
consentmanager | 67 | www.consentmanager.net | host=cdn.consentmanager.net | host=delivery.consentmanager.net
Civic Cookie Control | 67 | www.civicuk.com | host=cc.cdn.civiccomputing.com
Ketch | 67 | www.ketch.com | host=global.ketchcdn.com
Transcend | 67 | transcend.io | host=transcend-cdn.com | host=cdn.transcend.io
Klaro | 67 | klaro.org | library=klaro | host=cdn.kiprotect.com
Evidon | 67 | www.evidon.com | host=c.evidon.com
Securiti | 67 | securiti.ai | script=cdn-prod\.securiti\.ai
Funding Choices | 67 | developers.google.com/funding-choices | host=fundingchoicesmessages.google.com
AccessiBe | 68 | accessibe.com | host=acsbapp.com | host=acsbap.com
UserWay | 68 | userway.org | host=cdn.userway.org
AudioEye | 68 | www.audioeye.com | host=wsmcdn.audioeye.com | host=ws.audioeye.com
EqualWeb | 68 | www.equalweb.com | host=cdn.equalweb.com
ReadSpeaker | 68 | www.readspeaker.com | script=cdn\d*\.readspeaker\.com|f1-[a-z]{2}\.readspeaker\.com
reCAPTCHA | 16 | www.google.com/recaptcha | script=google\.com/recaptcha|recaptcha\.net/recaptcha|gstatic\.com/recaptcha
| dom=.g-recaptcha
hCaptcha | 16 | www.hcaptcha.com | script=hcaptcha\.com/1/api\.js | dom=.h-captcha
Cloudflare Turnstile | 16 | www.cloudflare.com/products/turnstile | script=challenges\.cloudflare\.com/turnstile | dom=.cf-turnstile
Friendly Captcha | 16 | friendlycaptcha.com | script=friendly-challenge | dom=.frc-captcha
GeeTest | 16 | www.geetest.com | host=static.geetest.com | host=api.geetest.com
Arkose Labs | 16 | www.arkoselabs.com | script=\.arkoselabs\.com/ | script=funcaptcha
Sucuri | 16 31 | sucuri.net | header.server=^sucuri | header.x-sucuri-id | header.x-sucuri-cache
Imperva | 16 31 | www.imperva.com | header.x-iinfo | header.x-cdn=incapsula|imperva | cookie=^incap_ses_ | cookie=^visid_incap_
| script=/_incapsula_resource
DataDome | 16 | datadome.co | header.x-datadome | cookie=^datadome$ | script=js\.datadome\.co|ct\.captcha-delivery\.com
| header.server=^datadome
PerimeterX | 16 | www.humansecurity.com | cookie=^_px(?:hd|vid|\d)?$ | script=client\.(?:px-cloud|perimeterx)\.net
Kasada | 16 | www.kasada.io | header.x-kpsdk-ct | script=/149e9513-01fa-4fb0-aad4-566afd725d1b/
Shape Security | 16 | www.f5.com | inline=_imp_apg_r_
Barracuda | 16 | www.barracuda.com | cookie=^barra_counter_session$
FortiWeb | 16 | www.fortinet.com | cookie=^FORTIWAFSID$ | cookie=^cookiesession1$ ~40
DDoS-Guard | 16 | ddos-guard.net | header.server=^ddos-guard | cookie=^__ddg
Qrator | 16 | qrator.net | header.server=^qrator | cookie=^qrator_
Wallarm | 16 | www.wallarm.com | header.server=nginx-wallarm
Reblaze | 16 | www.reblaze.com | cookie=^rbzid$ | header.server=^reblaze
Forter | 16 | www.forter.com | script=cdn\d*\.forter\.com | cookie=^forterToken$
Riskified | 16 | www.riskified.com | host=beacon.riskified.com
Signifyd | 16 | www.signifyd.com | host=cdn-scripts.signifyd.com
Sift | 16 | sift.com | host=cdn.sift.com | host=cdn.siftscience.com
Auth0 | 69 | auth0.com | host=cdn.auth0.com | library=auth0 | library=auth0-spa-js
Okta | 69 | www.okta.com | host=global.oktacdn.com | host=ok1static.oktacdn.com | library=okta-sign-in
Clerk | 69 | clerk.com | script=clerk\.accounts\.dev|@clerk/clerk-js@([\d.]+) | dom=script[data-clerk-publishable-key]
Google Sign-in | 69 | developers.google.com/identity
| script=accounts\.google\.com/gsi/client|apis\.google\.com/js/(?:platform|client)|apis\.google\.com/js/api:client
| meta.google-signin-client_id
Sign in with Apple | 69 | developer.apple.com/sign-in-with-apple | host=appleid.cdn-apple.com | meta.appleid-signin-client-id
Microsoft Authentication | 69 | learn.microsoft.com/entra/msal | library=msal | library=msal-browser
Gigya | 69 53 | www.sap.com | host=cdns.gigya.com | host=cdns.eu1.gigya.com
Supabase | 34 69 | supabase.com | script=@supabase/supabase-js | inline=\.supabase\.co
Memberstack | 69 | www.memberstack.com | host=static.memberstack.com | host=api.memberstack.io
Disqus | 15 | disqus.com | script=disqus\.com/embed\.js|disquscdn\.com | inline=\.disqus\.com/embed\.js | dom=#disqus_thread
Facebook Comments | 15 | developers.facebook.com | dom=.fb-comments
Giscus | 15 | giscus.app | host=giscus.app
Utterances | 15 | utteranc.es | host=utteranc.es
Commento | 15 | commento.io | host=cdn.commento.io
Hyvor Talk | 15 | talk.hyvor.com | host=talk.hyvor.com
OpenWeb | 15 | www.openweb.com | host=launcher.spot.im
Viafoura | 15 | viafoura.com | host=cdn.viafoura.net
Coral | 15 | coralproject.net | script=\.coral\.coralproject\.net/
YouTube | 14 | www.youtube.com | frame=youtube(?:-nocookie)?\.com/embed | script=youtube\.com/(?:iframe_api|player_api) | dom=lite-youtube
Vimeo | 14 | vimeo.com | host=player.vimeo.com
Wistia | 14 | wistia.com | host=fast.wistia.com | host=fast.wistia.net | dom=.wistia_embed
Vidyard | 14 | www.vidyard.com | host=play.vidyard.com
Brightcove | 14 | www.brightcove.com | host=players.brightcove.net | dom=video-js[data-account] | host=admin.brightcove.com
Kaltura | 14 | corp.kaltura.com | host=cdnapisec.kaltura.com | host=cdnapi.kaltura.com
JW Player | 14 | jwplayer.com | host=cdn.jwplayer.com | host=content.jwplatform.com | library=jwplayer
VideoJS | 14 | videojs.com | library=video | library=video.js | script=vjs\.zencdn\.net/([\d.]+) | dom=.video-js
Plyr | 14 | plyr.io | library=plyr | host=cdn.plyr.io
MediaElement.js | 14 | www.mediaelementjs.com | library=mediaelement | library=mediaelement-and-player
Flowplayer | 14 | flowplayer.com | library=flowplayer | host=cdn.flowplayer.com | host=releases.flowplayer.org
Shaka Player | 14 | github.com/shaka-project/shaka-player | library=shaka-player
hls.js | 14 | github.com/video-dev/hls.js | library=hls | library=hls.js
Dailymotion | 14 | www.dailymotion.com | frame=dailymotion\.com/embed | host=geo.dailymotion.com
Twitch Player | 14 | www.twitch.tv | host=player.twitch.tv | host=embed.twitch.tv
Mux | 14 10 | www.mux.com | dom=mux-player | host=stream.mux.com
SoundCloud | 14 | soundcloud.com | host=w.soundcloud.com
Spotify Widgets | 14 | developer.spotify.com | frame=open\.spotify\.com/embed
Podbean | 14 | www.podbean.com | frame=podbean\.com/
Adobe Flash | 27 | www.adobe.com/products/flashplayer | dom=embed[type="application/x-shockwave-flash"]
| dom=object[type="application/x-shockwave-flash"]
Google Maps | 35 | mapsplatform.google.com | script=maps\.google(?:apis)?\.com/maps | frame=google\.[a-z.]{2,6}/maps
| inline=maps\.googleapis\.com/maps/api
Mapbox GL JS | 35 | www.mapbox.com | script=mapbox-gl-js/v([\d.]+) | library=mapbox-gl | host=api.mapbox.com
MapLibre GL JS | 35 | maplibre.org | library=maplibre-gl
Leaflet | 35 | leafletjs.com | cpe=leafletjs:leaflet | library=leaflet | style=leaflet
OpenLayers | 35 | openlayers.org | library=ol | library=openlayers
OpenStreetMap | 35 | www.openstreetmap.org | frame=openstreetmap\.org/export/embed | inline=tile\.openstreetmap\.org
HERE | 35 | www.here.com | host=js.api.here.com
Bing Maps | 35 | www.bing.com/maps | script=bing\.com/api/maps
Yandex.Maps | 35 | yandex.com/maps-api | script=api-maps\.yandex\.(?:ru|com) | frame=yandex\.[a-z]{2,3}/map-widget
Naver Maps | 35 | www.ncloud.com | script=(?:openapi|oapi)\.map\.naver\.com
Baidu Maps | 35 | lbsyun.baidu.com | host=api.map.baidu.com
AMap | 35 | lbs.amap.com | host=webapi.amap.com
ArcGIS API for JavaScript | 35 | developers.arcgis.com | script=js\.arcgis\.com/([\d.]+) | library=esri-leaflet
CesiumJS | 35 25 | cesium.com | library=cesium
Google Custom Search Engine | 29 | programmablesearchengine.google.com | script=cse\.google\.[a-z.]{2,6}/ | inline=cse\.google\.com/cse
Swiftype | 29 | www.swiftype.com | host=s.swiftypecdn.com
AddSearch | 29 | www.addsearch.com | host=addsearch.com | host=cdn.addsearch.com
Cludo | 29 | www.cludo.com | host=customer.cludo.com
Coveo | 29 | www.coveo.com | host=static.cloud.coveo.com
Site Search 360 | 29 | www.sitesearch360.com | host=cdn.sitesearch360.com | host=js.sitesearch360.com
Pagefind | 29 | pagefind.app | script=/pagefind/pagefind | link=/pagefind/pagefind
Lunr.js | 29 | lunrjs.com | library=lunr
Stripe | 41 | stripe.com | host=js.stripe.com | host=checkout.stripe.com | cookie=^__stripe_mid$
PayPal | 41 | www.paypal.com | script=paypal\.com/sdk/js|paypalobjects\.com | dom=form[action*="paypal.com/cgi-bin/webscr"]
Braintree | 41 | www.braintreepayments.com | host=js.braintreegateway.com
Adyen | 41 | www.adyen.com | script=checkoutshopper-[a-z-]{3,20}\.adyen\.com
Square | 41 | squareup.com | host=js.squareup.com | host=web.squarecdn.com
Klarna | 41 91 | www.klarna.com | script=(?:js|x)\.klarna(?:cdn)?\.(?:com|net) | host=js.klarna.com | dom=klarna-placement
Afterpay | 91 | www.afterpay.com | host=js.afterpay.com | host=static.afterpay.com | dom=square-placement
Affirm | 91 | www.affirm.com | host=cdn1.affirm.com
Sezzle | 91 | sezzle.com | host=widget.sezzle.com
Zip | 91 | zip.co | host=static.zipmoney.com.au | host=widgets.quadpay.com
Clearpay | 91 | www.clearpay.co.uk | host=js.clearpay.co.uk
Amazon Pay | 41 | pay.amazon.com | host=static-na.payments-amazon.com | host=static-eu.payments-amazon.com
Apple Pay | 41 | www.apple.com/apple-pay | dom=apple-pay-button | host=applepay.cdn-apple.com
Google Pay | 41 | pay.google.com | script=pay\.google\.com/gp/p/js/pay\.js
Shop Pay | 41 | shop.app | host=shop.app | dom=shop-pay-button | dom=shopify-accelerated-checkout ~60
Checkout.com | 41 | www.checkout.com | host=cdn.checkout.com
Mollie | 41 | www.mollie.com | host=js.mollie.com
Razorpay | 41 | razorpay.com | host=checkout.razorpay.com
Paddle | 41 | www.paddle.com | host=cdn.paddle.com
Chargebee | 41 | www.chargebee.com | host=js.chargebee.com
Recurly | 41 | recurly.com | host=js.recurly.com
FastSpring | 41 | fastspring.com | script=\.onfastspring\.com|sbl\.onfastspring\.com
Authorize.net | 41 | www.authorize.net | host=verify.authorize.net | host=js.authorize.net
Worldpay | 41 | www.worldpay.com | host=cdn.worldpay.com | host=payments.worldpay.com
Mercado Pago | 41 | www.mercadopago.com | host=sdk.mercadopago.com
PayU | 41 | corporate.payu.com | host=secure.payu.com
Przelewy24 | 41 | www.przelewy24.pl | host=secure.przelewy24.pl
YooMoney | 41 | yoomoney.ru | host=yookassa.ru | frame=yoomoney\.ru
Alipay | 41 | global.alipay.com | script=gw\.alipayobjects\.com ~50
Paystack | 41 | paystack.com | host=js.paystack.co
Weglot | 89 | www.weglot.com | host=cdn.weglot.com
Google Translate | 89 | translate.google.com | script=translate\.google\.com/translate_a/element\.js
Lokalise | 89 | lokalise.com | host=app.lokalise.com
Transifex | 89 | www.transifex.com | host=cdn.transifex.com
Localize | 89 | localizejs.com | host=global.localizecdn.com
Elfsight | 5 | elfsight.com | host=static.elfsight.com | host=apps.elfsight.com | host=elfsightcdn.com
POWr | 5 | www.powr.io | host=www.powr.io
Instagram | 5 | www.instagram.com | script=instagram\.com/embed\.js
Gravatar | 5 | gravatar.com | dom=img[src*="gravatar.com/avatar"] | host=secure.gravatar.com
Issuu | 5 | issuu.com | host=e.issuu.com
Scribd | 5 | www.scribd.com | frame=scribd\.com/embeds
Matterport | 5 | matterport.com | frame=my\.matterport\.com
Airtable | 5 | www.airtable.com | frame=airtable\.com/embed
Tableau | 10 5 | www.tableau.com | host=public.tableau.com
Flourish | 25 5 | flourish.studio | host=public.flourish.studio
Datawrapper | 25 5 | www.datawrapper.de | host=datawrapper.dwcdn.net
MaxMind | 79 | www.maxmind.com | host=js.maxmind.com | host=geoip-js.com
ipapi | 79 | ipapi.co | host=ipapi.co
Hreflang | 54 | developers.google.com/search | dom=link[rel="alternate"][hreflang]
Google Search Console | 54 | search.google.com/search-console | meta.google-site-verification ~90 | txt=^google-site-verification=
Bing Webmaster Tools | 54 | www.bing.com/webmasters | meta.msvalidate.01 ~90
Semrush | 54 | www.semrush.com | host=cdn.semrush.com ~60
`;
